import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'

/** The form's once-only key: the database takes it once, so that fifty clicks have one effect. */
export function HiddenKey({ value }: { value: string }) {
  return <input type="hidden" name="form_key" value={value} />
}

/**
 * Enter in a field presses a form's first button: it must be the one that goes on (its intent is `value`), not one that searches. Seen and
 * heard by nobody.
 */
export function FirstButton({ value }: { value: string }) {
  return <button type="submit" className="sr" name="intent" value={value} tabIndex={-1} aria-hidden="true" />
}

type GivenBackFieldsProps = {
  /** What the server gave back last: fields are made anew when it changes. */
  version: unknown
  children: ReactNode
}

/**
 * Fields that the server gives back changed, such as rows that come and go by a button: what it gave replaces what a browser with script
 * still holds. Shut while such an answer is on its way, or what is typed meanwhile would be lost.
 */
export function GivenBackFields({ version, children }: GivenBackFieldsProps) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <fieldset key={JSON.stringify(version)} disabled={typeof intent === 'string' && !intent.startsWith('save')}>
      {children}
    </fieldset>
  )
}
