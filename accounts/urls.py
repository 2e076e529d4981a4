"""Addresses of the account pages; the site includes them at its root, before allauth's are needed."""

from allauth.account import views as allauth_views
from django.urls import include, path, re_path

from accounts import views

# The first address that fits answers: ours stand before those of allauth that they replace.
urlpatterns = [
    path("i18n/setlang/", views.set_language, name="set_language"),
    path("accounts/keep/", views.KeepView.as_view(), name="account_keep"),
    path("accounts/settings/", views.SettingsView.as_view(), name="account_settings"),
    path("accounts/login/", views.entrance(allauth_views.login)),
    path("accounts/signup/", views.members_only(views.entrance(allauth_views.signup))),
    path("accounts/logout/", views.LogoutView.as_view()),
    path("accounts/email/", views.members_only(views.EmailView.as_view())),
    path("accounts/reauthenticate/", views.members_only(allauth_views.reauthenticate)),
    path("accounts/password/change/", views.members_only(allauth_views.password_change)),
    path("accounts/password/set/", views.members_only(allauth_views.password_set)),
    re_path(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", views.ConfirmEmailView.as_view()),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.PasswordResetFromKeyView.as_view(),
    ),
    path("accounts/", include("allauth.account.urls")),
]
