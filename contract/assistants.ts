// Path at which assistants reach the product, by the Model Context Protocol.

export const MCP_PATH = '/mcp'
