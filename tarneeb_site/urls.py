"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from tarneeb_site.health import health
from tarneeb_site.javascript_catalog import javascript_catalog

urlpatterns = [
    path("health/", health, name="health"),
    path("jsi18n/", javascript_catalog, name="javascript-catalog"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
