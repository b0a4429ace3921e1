const EVERYWHERE: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  // The page may name the addresses of its own workers, by one policy of that name, and nothing else.
  'trusted-types quarterdeck',
].join('; ')

/** What is no page must not become one, whatever it holds. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'; sandbox"

const MONTH_SECONDS = 30 * 24 * 3600

/** Headers of every answer; those that the answer has already are left. */
export function toSecurityHeaders({ isPage, isStrictTransport }: { isPage: boolean; isStrictTransport: boolean }) {
  return {
    ...EVERYWHERE,
    'content-security-policy': isPage ? PAGE_POLICY : DATA_POLICY,
    // What an API answers is not for a cache, unless the route says more.
    ...(isPage ? {} : { 'cache-control': 'no-store' }),
    ...(isStrictTransport ? { 'strict-transport-security': `max-age=${MONTH_SECONDS}` } : {}),
  }
}
