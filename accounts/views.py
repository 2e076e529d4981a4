"""The account pages: allauth's, closed to guests where they would break one, and our own."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.utils.decorators import method_decorator
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from django.views.generic.edit import FormView
from django.views.i18n import set_language as django_set_language

from accounts import services
from accounts.adapter import AccountAdapter
from accounts.forms import KeepForm, SettingsForm
from accounts.models import User

View = Callable[..., HttpResponseBase]
if TYPE_CHECKING:
    BaseFormView = FormView[Form]
else:
    BaseFormView = FormView


def _user(request: HttpRequest) -> User:
    """Return the user of a request that only logged-in people reach."""
    assert isinstance(request.user, User)
    return request.user


def members_only(view: View) -> View:
    """Send a guest to the page where it becomes a member; others see `view`, which no cache keeps."""

    @wraps(view)
    @never_cache
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_keep")
        return view(request, *args, **kwargs)

    return wrapped


def entrance(view: View) -> View:
    """Send a member on, who is in already; visitors and guests see `view`."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_next_redirect_url(request) or resolve_url(settings.LOGIN_REDIRECT_URL))
        return view(request, *args, **kwargs)

    return wrapped


@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Django's own view, which also keeps the chosen language in the account."""
    response = django_set_language(request)
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language in User.Language.values and language:
        services.set_language(request.user, language)
    return response


class LogoutView(allauth_views.LogoutView):
    """Logs out. A guest, who could never come back, is asked first."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        guest = request.user if request.user.is_authenticated and request.user.is_guest else None
        if guest and "lose" not in request.POST:
            return cast(HttpResponse, self.render_to_response(self.get_context_data()))
        response = super().post(request, *args, **kwargs)
        if guest:
            services.end_guest(guest)
        return cast(HttpResponse, response)


class ConfirmEmailView(allauth_views.ConfirmEmailView):
    """Confirms an address. Whoever is logged in stays so: a guest could never come back."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Leave the session alone."""


class PasswordResetFromKeyView(allauth_views.PasswordResetFromKeyView):
    """Takes a new password. Whoever is logged in stays so: a guest could never come back."""

    def logout(self) -> None:
        """Leave the session alone."""


class EmailView(allauth_views.EmailView):
    """Changes the mail address. Only confirming makes one the account's."""

    def _action_primary(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Refuse what the page does not offer: to make an unconfirmed address the account's."""


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class KeepView(BaseFormView):
    """A guest chooses a name and a password and so becomes a member."""

    template_name = "accounts/keep.html"
    form_class = KeepForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect("account_signup")
        if not request.user.is_guest:
            return redirect("account_settings")
        limited = ratelimit.consume_or_429(request, action="signup")
        return limited or super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.request.user}

    def form_valid(self, form: Form) -> HttpResponse:
        data = form.cleaned_data
        try:
            member = services.name_guest(
                _user(self.request), name=data["name"], password=data["password1"], email=data["email"]
            )
        except ValidationError as error:
            form.add_error("name", error)
            return self.form_invalid(form)
        update_session_auth_hash(self.request, member)
        self.request.session.set_expiry(None)
        address = EmailAddress.objects.filter(user=member).first()
        if address:
            address.send_confirmation(self.request, signup=True)
        messages.success(
            self.request, _("Welcome, %(name)s. The account is yours now.") % {"name": member.username}
        )
        return redirect(get_next_redirect_url(self.request) or resolve_url(settings.LOGIN_REDIRECT_URL))


@method_decorator([login_required, never_cache], name="dispatch")
class SettingsView(BaseFormView):
    """The language, the name, and the ways to password and mail address."""

    template_name = "accounts/settings.html"
    form_class = SettingsForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.request.user}

    def form_valid(self, form: Form) -> HttpResponse:
        user, data = _user(self.request), form.cleaned_data
        name = data.get("name", user.username)
        if name != user.username:
            if not ratelimit.consume(self.request, action="change_name", user=user):
                form.add_error("name", AccountAdapter.error_messages["rate_limited"])
                return self.render_to_response(self.get_context_data(form=form), status=429)
            try:
                services.change_name(user, name)
            except ValidationError as error:
                form.add_error("name", error)
                return self.form_invalid(form)
        services.set_language(user, data["language"])
        with override(user.language or get_language_from_request(self.request)):
            messages.success(self.request, _("Your settings are kept."))
        return redirect("account_settings")
