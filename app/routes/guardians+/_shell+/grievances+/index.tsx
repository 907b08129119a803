import { OwnGrievancesPage } from '~/components/grievances/own-grievances'
import { listingGrievances } from '~/http/grievance-pages.server'
import { pageTitle } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.grievances_title())

export const loader = listingGrievances('guardian')

export default function GuardianGrievancesPage() {
  return <OwnGrievancesPage side="guardian" />
}
