import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'

/** Idempotency key of the form: the database accepts it once, so that fifty clicks have one effect. */
export function HiddenKey({ value }: { value: string }) {
  return <input type="hidden" name="form_key" value={value} />
}

/**
 * Hidden first button of a form. Enter in a field presses the first button, which must be the one that submits (intent
 * `value`), not a search.
 */
export function FirstButton({ value }: { value: string }) {
  return <button type="submit" className="sr" name="intent" value={value} tabIndex={-1} aria-hidden="true" />
}

type GivenBackFieldsProps = {
  /** Last response of the server; the fields remount when it changes. */
  version: unknown
  children: ReactNode
}

/**
 * Fields whose values the server may change, for example by adding a row: the new values replace those in the browser.
 * The fields are disabled while such a request is pending, because input typed then would be lost.
 */
export function GivenBackFields({ version, children }: GivenBackFieldsProps) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <fieldset key={JSON.stringify(version)} disabled={typeof intent === 'string' && !intent.startsWith('save')}>
      {children}
    </fieldset>
  )
}
