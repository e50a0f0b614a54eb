/** Returns the path of the feed and the token for assistants that the page of a member shows; undefined if they have none. */
export async function readPersonalAddresses(url: string, cookie: string) {
  const body = await (await fetch(`${url}/account/access`, { headers: { cookie } })).text()
  const values = [...body.matchAll(/<input[^>]* value="([^"]*)"/g)].map(([, value = '']) => value)
  return values.length === 0 ? undefined : { feed: new URL(values[0] ?? '').pathname, token: values[2] ?? '' }
}

/** Sends the form on that page. Returns the status of the response. */
export async function changePersonalAddresses(
  url: string,
  cookie: string,
  change: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<number> {
  const { status } = await fetch(`${url}/api/personal-access`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ change }),
    headers: { cookie, ...headers },
  })
  return status
}

/** Makes the addresses of a member, who may have some already. */
export async function makePersonalAddresses(url: string, cookie: string) {
  await changePersonalAddresses(url, cookie, 'make')
  const addresses = await readPersonalAddresses(url, cookie)
  if (addresses === undefined) throw new Error('The page of a member shows no addresses')
  return addresses
}

/** Calls a tool of the Model Context Protocol. `authorization` is the header of that name. */
export async function callTool(url: string, name: string, args: object, authorization?: string) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
