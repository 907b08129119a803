import type { ReactNode } from 'react'

type StatCardProps = {
  label: string
  value: string
  /** One short line under the value, as 'due by 10 Jul'. */
  note?: ReactNode
}

/** One number that answers one question. Several stand in `<div className="cols">`. */
export function StatCard({ label, value, note }: StatCardProps) {
  return (
    <div className="card stat">
      <p className="soft">{label}</p>
      <p className="stat-value">{value}</p>
      {note ? <p className="small soft">{note}</p> : null}
    </div>
  )
}
