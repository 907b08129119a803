import type { ReactNode } from 'react'

type CardProps = {
  title?: string
  /** Stands at the right of the title: a badge, a link. */
  aside?: ReactNode
  children: ReactNode
  className?: string
}

/** A section of a page on its own ground; with a title it is a heading of the second level. */
export function Card({ title, aside, children, className }: CardProps) {
  return (
    <section className={className ? `card ${className}` : 'card'}>
      {title && aside ? (
        <div className="card-head">
          <h2>{title}</h2>
          {aside}
        </div>
      ) : title ? (
        <h2>{title}</h2>
      ) : null}
      {children}
    </section>
  )
}
