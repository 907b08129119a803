import { anyone, foundOr404 } from '~/http/route.server'
import { securityTxt } from './__security-txt.server'

/** Serves the security contact (RFC 9116); 404 if the operator has set none. */
export function loader() {
  anyone()
  return new Response(foundOr404(securityTxt()), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
