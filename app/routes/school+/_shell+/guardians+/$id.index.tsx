import { listHref } from '~/components/school/list-href'
import { Alert, Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { aloneOf, shownTable, showPage } from '~/kit/pages/show-page'
import { languageWords } from '~/language/language'
import { classSection } from '~/models/people/academics/rules'
import { contactStateWords, relationWords } from '~/models/people/guardians/guardian-fields'
import { guardians } from '~/models/people/guardians/guardians.server'
import { listChildrenOf } from '~/models/people/guardians/links.server'
import { RightsCell } from '../__rights-cell'
import { guardianStateWord, stateTone } from './__words'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ guardian }) => guardian.name)

export const loader = showLoader(
  { may: 'students:edit', find: guardians.find },
  async ({ id, ...guardian }, { scope }) => ({ guardian, children: await listChildrenOf(scope, id) }),
)

export default showPage<typeof loader>(({ guardian, children }) => {
  const { publicId: id, isActivated, language } = guardian
  const isProved = [guardian.mobileState, guardian.emailState].includes('proved')
  const reached = (value: string | null, state: keyof typeof contactStateWords) =>
    value === null ? null : `${value} (${contactStateWords[state]})`
  const closing = { label: 'Close this account’s access', href: schoolPaths.closeGuardianAccess(id) }
  return {
    title: guardian.name,
    context: <Badge tone={stateTone(guardian)}>{guardianStateWord(guardian)}</Badge>,
    action: { label: 'Add a child', href: schoolPaths.newGuardianChild(id), variant: 'next', icon: 'plus' },
    parts: [
      isActivated && guardian.sharesSignIn && !isProved && (
        <Alert tone="warn" title="Activated with a number or e-mail that a child also has">
          <p>
            A child signs in with the same one, so the child may have activated this account. Speak to the guardian,
            then set the number or e-mail to “Proved”. If it was not the guardian, close the account’s access, set a
            different number or e-mail, and invite again. A different number alone does not block anyone.
          </p>
          <p>{aloneOf(closing)}</p>
        </Alert>
      ),
      {
        title: 'Guardian',
        aside: { label: 'Edit guardian', href: schoolPaths.editGuardian(id) },
        facts: {
          'Mobile number': reached(guardian.mobileNumber, guardian.mobileState),
          'E-mail': reached(guardian.email, guardian.emailState),
          'Language of the family': language === null ? 'The child’s language' : languageWords[language],
        },
      },
      {
        title: 'Children',
        content: shownTable({
          caption: 'Children',
          rows: children,
          columns: [
            {
              label: 'Child',
              role: 'title',
              value: 'childName',
              href: (row) => schoolPaths.editGuardianChild(id, row.publicId),
            },
            {
              label: 'Class',
              value: (row) => (row.className && row.sectionName ? classSection(row.className, row.sectionName) : null),
            },
            { label: 'Relation', value: (row) => relationWords[row.relation] },
            { label: 'May', cell: (row) => <RightsCell {...row} /> },
            { label: 'Order', align: 'end', value: 'position' },
            { label: 'Note', value: 'note' },
          ],
          empty: <p className="soft">No child is entered yet.</p>,
        }),
      },
    ],
    footer: [
      { label: isActivated ? 'Invite again' : 'Invite', href: listHref(schoolPaths.inviteGuardians, { guardian: id }) },
      { label: 'Messages', href: schoolPaths.guardianMessages(id) },
      isActivated && closing,
      { label: 'Delete guardian', href: schoolPaths.deleteGuardian(id) },
    ],
  }
})
