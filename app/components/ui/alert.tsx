import type { ReactNode } from 'react'
import type { Tone } from '~/models/shared/tone'
import { Icon, type IconName } from './icon'

const icons: Record<Tone, IconName> = { good: 'check', warn: 'alert', bad: 'alert', info: 'info', neutral: 'info' }

type AlertProps = { tone: Tone; title?: string; children?: ReactNode }

/** Something to know on this page: what happened and what to do. Bad news interrupts a screen reader, the rest waits. */
export function Alert({ tone, title, children }: AlertProps) {
  return (
    <div className={`alert ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div>
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
    </div>
  )
}
