import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { ButtonLink } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

/**
 * Goes to the login page by itself: once enhanced after exactly `afterMs`, before that by the document's Refresh header;
 * and the link does the same. Our one written exception to WCAG 2.2.1 (decisions, section 2).
 */
export function MoveOn({ to, afterMs }: { to: string; afterMs: number }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs])
  return (
    <p>
      <ButtonLink href={to}>{m.accounts_go_to_login()}</ButtonLink>
    </p>
  )
}
