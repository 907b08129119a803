import helmet from 'helmet'
import type { DoorSettings } from './settings'

/**
 * Headers of every answer, errors and downloads too. Documents replace the policy of scripts with their own (it may carry a
 * nonce). Referrer-Policy must not be no-referrer: browsers would then send `Origin: null` with plain forms.
 */
export function securityHeaders(settings: DoorSettings) {
  const base = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: settings.secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
  })
  return (request: Parameters<typeof base>[0], response: Parameters<typeof base>[1], next: (error?: unknown) => void) => {
    response.setHeader('Permissions-Policy', 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)')
    base(request, response, next)
  }
}
