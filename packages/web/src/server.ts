import { basePath } from './server-address.ts'

/** The server that this page came from, for a client. */
export const server = {
  baseUrl: basePath,
  fetch: (url: string, request: RequestInit) => fetch(url, request),
}
