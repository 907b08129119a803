import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { languageWords } from '~/models/core/shared/language-words'
import { classSection } from '~/models/people/academics/rules'
import { contactStateWords, relationWords } from '~/models/people/guardians/guardian-fields'
import { guardians } from '~/models/people/guardians/guardians.server'
import { listChildrenOf } from '~/models/people/guardians/links.server'
import { RightsCell } from '../__rights-cell'
import { stateTone, stateWord } from './__words'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ guardian }) => guardian.name)

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing } = await openThing(args, { may: 'students:edit', find: guardians.find })
  const { id, ...guardian } = thing
  return { guardian, children: await listChildrenOf(scope, id) }
}

export default function GuardianPage() {
  const { guardian, children } = useLoaderData<typeof loader>()
  const id = guardian.publicId
  const isProved = [guardian.mobileState, guardian.emailState].includes('proved')
  const reached = (value: string | null, state: keyof typeof contactStateWords) =>
    value === null ? null : `${value} (${contactStateWords[state]})`
  return (
    <>
      <PageHead
        title={guardian.name}
        context={<Badge tone={stateTone(guardian)}>{stateWord(guardian)}</Badge>}
        action={
          <ButtonLink href={schoolPaths.newGuardianChild(id)} variant="next" icon="plus">
            Add a child
          </ButtonLink>
        }
      />
      <div className="stack">
        {guardian.isActivated && guardian.sharesSignIn && !isProved ? (
          <Alert tone="warn" title="Activated by a number or e-mail that a child has too">
            <p>
              A child signs in by the same, so the child may have activated this account. Speak with the guardian, then
              set the number or e-mail to “Proved”. If it was not the guardian, close the account’s access, set another
              number or e-mail, and invite again. Another number alone shuts nobody out.
            </p>
            <p>
              <a className="alone" href={schoolPaths.closeGuardianAccess(id)}>
                Close this account’s access
              </a>
            </p>
          </Alert>
        ) : null}
        <Card
          title="Guardian"
          aside={
            <a className="alone" href={schoolPaths.editGuardian(id)}>
              Edit guardian
            </a>
          }
        >
          <DefinitionList
            items={[
              { label: 'Mobile number', value: reached(guardian.mobileNumber, guardian.mobileState) },
              { label: 'E-mail', value: reached(guardian.email, guardian.emailState) },
              {
                label: 'Language of the family',
                value: guardian.language === null ? 'That of the child' : languageWords[guardian.language],
              },
            ]}
          />
        </Card>
        <Card title="Children">
          {children.length === 0 ? (
            <p className="soft">No child is entered yet.</p>
          ) : (
            <DataTable
              caption="Children"
              rows={children}
              rowKey={(row) => row.publicId}
              columns={[
                {
                  label: 'Child',
                  role: 'title',
                  cell: (row) => <a href={schoolPaths.editGuardianChild(id, row.publicId)}>{row.childName}</a>,
                },
                {
                  label: 'Class',
                  cell: (row) =>
                    row.className && row.sectionName ? classSection(row.className, row.sectionName) : '–',
                },
                { label: 'Relation', cell: (row) => relationWords[row.relation] },
                { label: 'May', cell: (row) => <RightsCell {...row} /> },
                { label: 'Order', align: 'end', cell: (row) => row.position },
                { label: 'Note', cell: (row) => row.note ?? '–' },
              ]}
            />
          )}
        </Card>
        <p className="actions">
          <ButtonLink href={listHref(schoolPaths.inviteGuardians, { guardian: id })} variant="secondary">
            {guardian.isActivated ? 'Invite again' : 'Invite'}
          </ButtonLink>
          <ButtonLink href={schoolPaths.guardianMessages(id)} variant="secondary">
            Messages
          </ButtonLink>
          {guardian.isActivated ? (
            <ButtonLink href={schoolPaths.closeGuardianAccess(id)} variant="secondary">
              Close this account’s access
            </ButtonLink>
          ) : null}
          <ButtonLink href={schoolPaths.deleteGuardian(id)} variant="secondary">
            Delete guardian
          </ButtonLink>
        </p>
      </div>
    </>
  )
}
