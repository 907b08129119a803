import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

type EmptyStateProps = { title: string; text?: string; icon?: IconName; action?: ReactNode }

/** Says what will appear here and what to do about it. */
export function EmptyState({ title, text, icon = 'info', action }: EmptyStateProps) {
  return (
    <div className="card empty">
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      {text ? <p className="soft">{text}</p> : null}
      {action}
    </div>
  )
}
