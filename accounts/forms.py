"""Forms of the account pages: allauth's, with labels of ours, and our own."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.fields import PasswordField, SetPasswordField
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names, services
from accounts.models import User

_NAME_HELP = _(
    "Shown to everyone at the table. Latin or Arabic letters and digits, with a space, _ - or . between them."
)
_MAIL_HELP = _("Only with a mail address can you get a new password when you have forgotten yours.")
_PASSWORDS_DIFFER = _("The two passwords are not the same.")


class _PlainLabels:
    """Gives a form's fields the labels and helps of `texts`, and takes placeholders away.

    A placeholder vanishes when one starts to type; a label stays.
    """

    texts: dict[str, tuple[Any, Any]] = {}
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        for key, (label, help_text) in self.texts.items():
            if key in self.fields:
                self.fields[key].label = label
                if help_text is not None:
                    self.fields[key].help_text = help_text


class _TwicePassword:
    """Asks for a new password twice and says in our words when the two differ."""

    def add_error(self, field: str | None, error: Any) -> None:
        if field == "password2" and not isinstance(error, ValidationError):
            error = _PASSWORDS_DIFFER
        super().add_error(field, error)  # type: ignore[misc]


class LoginForm(_PlainLabels, allauth_forms.LoginForm):
    """Logs in by name or mail address."""

    texts = {"login": (_("Name or mail address"), ""), "password": (_("Password"), "")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(_PlainLabels, _TwicePassword, allauth_forms.SignupForm):
    """Makes a member."""

    texts = {
        "username": (_("Name"), _NAME_HELP),
        "email": (_("Mail address (optional)"), _MAIL_HELP),
        "password1": (_("Password"), None),
        "password2": (_("Password again"), None),
    }

    def save(self, request: HttpRequest) -> User:
        """Store the member; the mail address waits until it is confirmed."""
        data = self.cleaned_data
        return services.create_member(data["username"], data["password1"], data.get("email", ""))


class ResetPasswordForm(_PlainLabels, allauth_forms.ResetPasswordForm):
    """Asks for a mail with a link to a new password."""

    texts = {"email": (_("Mail address of your account"), None)}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # People who have no address type their name, and a browser would only say that an @ is missing.
        self.fields["email"].widget = forms.TextInput(attrs={"autocomplete": "email", "inputmode": "email"})
        self.fields["email"].error_messages["invalid"] = _(
            "This is no mail address. A new password can only be sent to the address that you gave to your "
            "account; an account without an address cannot get one."
        )


class ResetPasswordKeyForm(_PlainLabels, _TwicePassword, allauth_forms.ResetPasswordKeyForm):
    """Sets the new password that a mail led to."""

    texts = {"password1": (_("New password"), None), "password2": (_("New password again"), None)}


class ChangePasswordForm(_PlainLabels, _TwicePassword, allauth_forms.ChangePasswordForm):
    """Changes the password of who knows the old one."""

    texts = {
        "oldpassword": (_("Current password"), ""),
        "password1": (_("New password"), None),
        "password2": (_("New password again"), None),
    }


class ReauthenticateForm(_PlainLabels, allauth_forms.ReauthenticateForm):
    """Asks for the password once more before something grave."""

    texts = {"password": (_("Password"), "")}


class AddEmailForm(_PlainLabels, allauth_forms.AddEmailForm):
    """Claims a new mail address."""

    texts = {"email": (_("New mail address"), None)}


class KeepForm(forms.Form):
    """A guest chooses a name and a password, and stays."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_NAME_HELP,
        max_length=names.MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = forms.EmailField(
        label=_("Mail address (optional)"),
        help_text=_MAIL_HELP,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password1 = SetPasswordField(label=_("Password"))
    password2 = PasswordField(label=_("Password again"), autocomplete="new-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        for field in ("password1", "password2"):
            self.fields[field].widget.attrs.pop("placeholder", None)

    def clean_name(self) -> str:
        return services.choose_name(self.cleaned_data["name"], user=self.user)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "password1" in data and "password2" in data and data["password1"] != data["password2"]:
            self.add_error("password2", _PASSWORDS_DIFFER)
        if "password1" in data:
            chosen = User(username=data.get("name", ""), email=data.get("email", ""))
            try:
                validate_password(data["password1"], chosen)
            except ValidationError as error:
                self.add_error("password1", error)
        return data


class SettingsForm(forms.Form):
    """What a person may choose: the language, and for members the name."""

    name = forms.CharField(label=_("Name"), help_text=_NAME_HELP, max_length=names.MAX_LENGTH)
    language = forms.ChoiceField(label=_("Language"), choices=User.Language.choices, required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["name"].initial = user.username
        self.fields["language"].initial = user.language
        if user.is_guest:
            del self.fields["name"]

    def clean_name(self) -> str:
        if self.cleaned_data["name"] == self.user.username:
            return self.user.username
        return services.choose_name(self.cleaned_data["name"], user=self.user)
