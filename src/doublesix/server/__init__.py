"""The server: tables where people and computer players sit, over HTTP and WebSocket."""
