import type { RequestHandler } from 'express'
import helmet from 'helmet'
import onHeaders from 'on-headers'
import type { DoorSettings } from './settings'

/**
 * Policy for responses other than the product's documents (files, redirects, the server's own pages): no active
 * content.
 */
const strictPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * Sets headers of every response, including errors and downloads. A document brings its own content policy (it may
 * carry a nonce). Referrer-Policy must not be no-referrer: browsers would then send `Origin: null` with plain forms.
 */
export function securityHeaders(settings: DoorSettings): RequestHandler {
  const base = helmet({
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: settings.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
  })
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)')
    onHeaders(response, () => {
      if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store')
      if (!response.hasHeader('Content-Security-Policy')) response.setHeader('Content-Security-Policy', strictPolicy)
    })
    base(request, response, next)
  }
}
