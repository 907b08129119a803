import type { ReactNode } from 'react'

type StatCardProps = {
  label: string
  value: string
  /** One short line under the value, as 'due by 10 Jul'. */
  note?: ReactNode
  /** Where what is counted is listed. */
  href?: string
}

/** One number that answers one question. Several stand in `<div className="cols">`. */
export function StatCard({ label, value, note, href }: StatCardProps) {
  return (
    <div className="card stat">
      <p className="soft">{label}</p>
      <p className="stat-value">
        {href ? (
          <a href={href} aria-label={`${label}: ${value}`}>
            {value}
          </a>
        ) : (
          value
        )}
      </p>
      {note ? <p className="small soft">{note}</p> : null}
    </div>
  )
}
