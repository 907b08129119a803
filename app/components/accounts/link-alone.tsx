import type { ReactNode } from 'react'

/** A link in a paragraph of its own: another way on from a page with one thing to do. */
export function LinkAlone({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p>
      <a className="alone" href={href}>
        {children}
      </a>
    </p>
  )
}
