"""What is said about the sockets: on the page for developers, and in the AsyncAPI document.

Each frame, and each object in one, is described once, as a Shape. The page's tables, the document's JSON
Schemas and the tests that hold real frames against them all come from there.
"""
