import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'

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
