"""Users in the admin: looking up, closing and opening, rights. No password hash is ever shown."""

from typing import TYPE_CHECKING, Any

from allauth.account import admin as allauth_admin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts import names, services
from accounts.models import User

# The site's own login page counts wrong passwords; the admin's would not.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# Addresses change through the user, so that User.email and the confirmed one stay the same.
admin.site.unregister(allauth_admin.EmailAddress)


if TYPE_CHECKING:
    ModelForm = forms.ModelForm[User]
    TabularInline = admin.TabularInline[EmailAddress, User]
    BaseUserAdmin = DjangoUserAdmin[User]
else:
    ModelForm, TabularInline, BaseUserAdmin = forms.ModelForm, admin.TabularInline, DjangoUserAdmin


class _NameCleaning:
    """Lets the staff give any well-formed name that is free, reserved ones too."""

    instance: User
    cleaned_data: dict[str, Any]

    def clean_username(self) -> str:
        name = names.check_name(self.cleaned_data["username"])
        others = User.objects.filter(username_key=names.name_key(name)).exclude(pk=self.instance.pk)
        if others.exists():
            raise forms.ValidationError(
                _("This name is taken, or looks like one that is. Please choose another."), code="name_taken"
            )
        return name


class UserAddForm(_NameCleaning, ModelForm):
    """A new member, without a password: who forgot to set one can still be given one."""

    class Meta:
        model = User
        fields = ("username", "email", "language")

    def save(self, commit: bool = True) -> User:
        self.instance.set_unusable_password()
        return super().save(commit)


class UserChangeForm(_NameCleaning, ModelForm):
    """What the staff may change of a user."""

    class Meta:
        model = User
        fields = (
            "username",
            "email",
            "language",
            "is_active",
            "is_staff",
            "is_superuser",
            "groups",
            "user_permissions",
        )


class EmailAddressInline(TabularInline):
    """The addresses that a user claims, to look at."""

    model = EmailAddress
    fields = ("email", "verified")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(BaseUserAdmin):
    """Least rights: only a superuser touches the staff and rights; nobody deletes, one closes."""

    form = UserChangeForm
    add_form = UserAddForm
    add_fieldsets = ((None, {"fields": ("username", "email", "language")}),)
    fieldsets = (
        (None, {"fields": ("username", "public_id", "email", "language", "password_state")}),
        (_("State"), {"fields": ("is_active", "is_guest", "expires_at", "date_joined", "last_login")}),
        (_("Rights"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
    )
    inlines = (EmailAddressInline,)
    list_display = ("username", "public_id", "email", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff", "language")
    search_fields = ("username",)
    search_help_text = _("The start of a name, a whole mail address, or a public id.")
    ordering = ("-pk",)
    show_full_result_count = False
    list_per_page = 50
    readonly_fields = ("public_id", "password_state", "is_guest", "expires_at", "date_joined", "last_login")
    filter_horizontal = ("groups", "user_permissions")
    _rights = ("is_staff", "is_superuser", "groups", "user_permissions")

    @admin.display(description=_("password"))
    def password_state(self, user: User) -> str | Promise:
        """Say whether there is a password, never anything of it."""
        if user.is_guest:
            return _("none: a guest")
        state = _("set") if user.has_usable_password() else _("not set")
        return format_html('{} – <a href="../password/">{}</a>', state, _("set another"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Search by what has an index: the key of a name, an address, a public id."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if "@" in term:
            return queryset.filter(email=term.lower()), False
        by_id = queryset.filter(public_id=term)
        return (
            by_id if by_id.exists() else queryset.filter(username_key__startswith=names.name_key(term))
        ), False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fields = tuple(super().get_readonly_fields(request, obj))
        if obj is not None and obj.is_guest:
            return (*fields, "email", *self._rights)
        return fields if request.user.is_superuser else (*fields, *self._rights)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is not None and (obj.is_staff or obj.is_superuser) and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Set a password for a member. A guest has none until it is named."""
        user = self.get_object(request, id)
        if user is not None and user.is_guest:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        """Save the user. An address that the staff wrote counts as confirmed; who is closed is seen off."""
        email = form.cleaned_data.get("email", obj.email)
        super().save_model(request, obj, form, change)
        if "email" in form.changed_data:
            services.confirm_address(obj, email)
        if "is_active" in form.changed_data and not obj.is_active:
            services.tell_closed(obj)
