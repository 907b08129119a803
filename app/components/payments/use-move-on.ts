import { useEffect } from 'react'

/** Redirects after `afterSeconds` once enhanced; without JavaScript, the document's `Refresh` header does. */
export function useMoveOn(next: { to: string; afterSeconds: number } | null): void {
  const to = next?.to
  const afterSeconds = next?.afterSeconds ?? 0
  useEffect(() => {
    if (!to) return
    const timer = setTimeout(() => location.replace(to), afterSeconds * 1000)
    return () => clearTimeout(timer)
  }, [to, afterSeconds])
}
