import type { ReactNode } from 'react'
import type { Tone } from '~/models/core/shared/tone'
import { Icon, type IconName } from './icon'

type PageHeadProps = {
  title: string
  /** Current state of the page in one line. */
  context?: ReactNode
  /** Main action of the page; on a phone it is fixed at the bottom of the screen. */
  action?: ReactNode
}

/** Head of every page, with its only first-level heading. */
export function PageHead({ title, context, action }: PageHeadProps) {
  return (
    <div className="head">
      <div>
        <h1>{title}</h1>
        {context ? <p>{context}</p> : null}
      </div>
      {action ? <div className="head-action">{action}</div> : null}
    </div>
  )
}

type CardProps = {
  title?: string
  /** Badge or link to the right of the title. */
  aside?: ReactNode
  children: ReactNode
  className?: string
}

/** Page section with its own background; its title is a second-level heading. */
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

const icons: Record<Tone, IconName> = { good: 'check', warn: 'alert', bad: 'alert', info: 'info', neutral: 'info' }

/** `text` is a paragraph. */
type AlertProps = { tone: Tone; title?: string; text?: string; children?: ReactNode }

/** Message about what happened and what to do. A `bad` one interrupts a screen reader, the others wait. */
export function Alert({ tone, title, text, children }: AlertProps) {
  return (
    <div className={`alert ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div>
        {title ? <strong>{title}</strong> : null}
        {text === undefined ? null : <p>{text}</p>}
        {children}
      </div>
    </div>
  )
}

/** Status word; the stylesheet adds a shape and a colour for the tone. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>
}

/** Labels with their values, side by side in wide windows. An empty value is shown as a dash. */
export function DefinitionList({ items }: { items: ReadonlyArray<{ label: string; value: ReactNode }> }) {
  return (
    <dl className="facts">
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

type EmptyStateProps = { title: string; text?: string; icon?: IconName; action?: ReactNode }

/** Placeholder for an empty page: what will appear here, and the next action. */
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

type StatCardProps = {
  label: string
  value: string
  /** Short line under the value, such as 'due by 10 Jul'. */
  note?: ReactNode
  /** URL of the list behind the number. */
  href?: string
}

/** Single figure with its label. Put several into `<div className="cols">`. */
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

/** Row of large links; they wrap to one column on a phone. */
export function Tiles({ children }: { children: ReactNode }) {
  return <ul className="cols tiles">{children}</ul>
}

/** Large link, sized for a thumb. */
export function Tile({ href, title, text, icon }: { href: string; title: string; text: string; icon: IconName }) {
  return (
    <li>
      <a className="tile" href={href}>
        <Icon name={icon} size={28} />
        <strong>{title}</strong>
        <span className="soft small">{text}</span>
      </a>
    </li>
  )
}

type TabsProps = { label: string; tabs: ReadonlyArray<{ href: string; label: string; current: boolean }> }

/** Tabs for the parts of one page, each with its own URL. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
