import type { ReactNode } from 'react'

/** Link in its own paragraph, for the alternative on a page with a single task. */
export function LinkAlone({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p>
      <a className="alone" href={href}>
        {children}
      </a>
    </p>
  )
}
