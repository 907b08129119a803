import { OwnGrievancePage } from '~/components/grievances/own-grievances'
import { showingGrievance } from '~/http/grievance-pages.server'
import { pageTitle } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.grievances_title(), { hasForm: true })

const page = showingGrievance('student')
export const loader = page.loader
export const action = page.action

/** Reloads after a refusal, to show answers that arrived in the meantime. */
export const shouldRevalidate = () => true

export default function StudentGrievancePage() {
  return <OwnGrievancePage side="student" />
}
