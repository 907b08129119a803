import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { languageWords } from '~/language/language'
import { contactStateWords } from '~/models/people/guardians/guardian-fields'
import { guardians } from '~/models/people/guardians/guardians.server'
import { guardianStateFilter, guardianStateWord, stateTone } from './__words'

export const handle = pageTitle(() => 'Guardians')

const list: ListOf<typeof guardians.list> = {
  path: schoolPaths.guardians,
  file: { path: schoolPaths.guardiansFile, name: 'guardians.csv' },
  noun: 'guardian',
  may: 'students:edit',
  add: { href: schoolPaths.newGuardian, may: 'students:edit' },
  search: { label: 'Search', placeholder: 'Name, mobile number or child' },
  filters: { state: { label: 'Status', options: optionsOf(guardianStateFilter) } },
  columns: [
    {
      label: 'Guardian',
      role: 'title',
      sort: 'name',
      value: 'name',
      href: (row) => schoolPaths.guardian(row.publicId),
    },
    { label: 'Mobile number', align: 'nowrap', sort: 'mobile', value: 'mobileNumber' },
    { label: 'Number', value: (row) => (row.mobileNumber === null ? null : contactStateWords[row.mobileState]) },
    { label: 'Children', value: 'children' },
    { label: 'E-mail', value: 'email', only: 'file' },
    { label: 'Language', only: 'file', value: (row) => (row.language === null ? null : languageWords[row.language]) },
    { label: 'Status', value: guardianStateWord, tone: stateTone },
  ],
}

export const loader = listLoader(list, guardians.list)

export default listPage(list, {
  context: 'Adults of the children’s families: who may see, who pays and who gets messages.',
  icon: 'users',
  empty: 'Guardians will be listed here. Propose them from the mobile numbers in students’ records, or add one.',
  action: () => (
    <div className="actions">
      <ButtonLink href={schoolPaths.proposeGuardians} variant="secondary" label="Propose from mobile numbers" />
      <ButtonLink href={schoolPaths.inviteGuardians} variant="secondary" label="Invite a class" />
      <ButtonLink href={schoolPaths.newGuardian} variant="next" icon="plus" label="Add guardian" />
    </div>
  ),
})
