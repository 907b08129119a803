import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { ButtonLink } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

/**
 * Redirects to the login page: after exactly `afterMs` once enhanced, otherwise by the document's Refresh header. A
 * link leads there too. Deliberate exception to WCAG 2.2.1 (adjustable time limits).
 */
export function MoveOn({ to, afterMs }: { to: string; afterMs: number }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs])
  return (
    <p>
      <ButtonLink href={to} label={m.accounts_go_to_login()} />
    </p>
  )
}
