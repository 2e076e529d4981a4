"""The only writers of tables and matches. Views, consumers and tasks call these and never the ORM."""
