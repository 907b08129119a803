import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { ButtonLink, Card, type Column, DataTable, EmptyState, FilterBar, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { languages, languageWords } from '~/language/language'
import { wordsIn } from '~/language/localized'
import { counted } from '~/models/core/shared/counted'
import { consentWords } from '../__consent-words'
import { readFilteredConsents } from './__asked.server'

export const handle = pageTitle(() => 'Consents')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'consents:view')
  const { rows, notices, allNotices, ...asked } = await readFilteredConsents(request, scope)
  return {
    ...asked,
    purposes: allNotices.map(({ purpose, title }) => ({ value: purpose, label: wordsIn(title, 'en') })),
    notices: notices.map(({ publicId, title }) => ({ publicId, title: wordsIn(title, 'en') })),
    rows: rows.map(({ publicId, name, consents }) => ({ publicId, name, states: consents.map(consentWords) })),
  }
}

export default function ConsentsPage() {
  const { section, sections, purpose, purposes, state, notices, rows } = useLoaderData<typeof loader>()
  const queryString = new URLSearchParams({ section, purpose, state }).toString()
  const columns: Column<(typeof rows)[number]>[] = [
    {
      label: 'Student',
      role: 'title',
      cell: (row) => <a href={schoolPaths.studentConsents(row.publicId)}>{row.name}</a>,
    },
    ...notices.map(({ title }, index) => ({
      label: title,
      cell: (row: (typeof rows)[number]) => row.states[index] ?? '–',
    })),
  ]
  return (
    <>
      <PageHead
        title="Consents"
        context="Consents of a section by purpose. Photographs may be shown outside the school only for students with “Yes” here."
        action={<ButtonLink href={schoolPaths.privacyNotices} variant="secondary" label="Privacy notices" />}
      />
      <FilterBar action={schoolPaths.consents} resetHref={section ? schoolPaths.consents : undefined}>
        <SelectField name="section" label="Section" defaultValue={section} options={sections} />
        <SelectField
          name="purpose"
          label="Purpose"
          placeholder="All purposes"
          defaultValue={purpose}
          options={purposes}
        />
        <SelectField
          name="state"
          label="Who"
          placeholder={null}
          defaultValue={state}
          options={[
            { value: 'all', label: 'Everybody' },
            { value: 'given', label: 'Has consented' },
            { value: 'not-given', label: 'Has not consented' },
            { value: 'open', label: 'No answer yet' },
          ]}
        />
      </FilterBar>
      {section === '' ? (
        <EmptyState
          icon="check"
          title="Choose a section"
          text="You then see which consents are given and which are missing."
        />
      ) : rows.length === 0 || notices.length === 0 ? (
        <EmptyState
          icon="check"
          title={notices.length === 0 ? 'No notice asks for consent yet' : 'No one'}
          text={notices.length === 0 ? 'Publish a privacy notice first.' : 'No student of this section matches.'}
        />
      ) : (
        <Card title={counted(rows.length, 'student')}>
          <DataTable caption="Consents of the section" columns={columns} rows={rows} rowKey={(row) => row.publicId} />
          <p className="actions">
            <ButtonLink
              href={`${schoolPaths.consentsFile}?${queryString}`}
              variant="secondary"
              icon="download"
              data-file
            >
              Download CSV
            </ButtonLink>
            {purpose === ''
              ? null
              : languages.map((language) => (
                  <ButtonLink
                    key={language}
                    href={`${schoolPaths.consentForms}?${queryString}&language=${language}`}
                    variant="secondary"
                    icon="download"
                    data-file
                    label={`Forms in ${languageWords[language]} (PDF)`}
                  />
                ))}
          </p>
          {purpose === '' ? (
            <p className="hint">Choose a purpose to print its consent forms for the students shown.</p>
          ) : null}
        </Card>
      )}
    </>
  )
}
