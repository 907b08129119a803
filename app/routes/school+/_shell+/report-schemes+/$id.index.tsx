import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, Card, type Column, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404 } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import { examsOfScheme, findRevision } from '~/models/learning/report-cards/schemes.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { requireCards } from './__scheme-guard.server'
import { componentWords } from './__scheme-words'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Scheme')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, scope, scheme, sections, term } = await requireCards(context, request, params.id, 'exams:view')
  const asked = new URL(request.url).searchParams.get('revision') ?? ''
  const old = /^\d{1,6}$/.test(asked) ? foundOr404(await findRevision(scope, scheme, Number(asked))) : null
  const { definition } = old ?? scheme
  const exams = old ? [] : await examsOfScheme(scope, scheme.id)
  const mapped = (key: string) =>
    old ? (old.exams[key] ?? []) : exams.flatMap(({ component, name }) => (component === key ? [name] : []))
  return {
    id: scheme.publicId,
    name: scheme.name,
    context: [scheme.classNames, scheme.sessionName].filter(Boolean).join(', '),
    revision: old?.revision ?? scheme.revision,
    isOld: old !== null && old.revision !== scheme.revision,
    termKey: term.key,
    terms: definition.terms.map(({ name, endsOn, weight, components }) => ({
      name,
      context: `Until ${formatDay(endsOn, 'en')}, weightage ${weight}`,
      components: components.map((component) => ({
        name: component.name,
        rule: componentWords(component),
        exams: [...new Set(mapped(component.key))].join(', '),
      })),
    })),
    facts: [
      {
        label: 'Grades',
        value: definition.bands.map(({ grade, fromPercent }) => `${grade} from ${fromPercent}`).join(', '),
      },
      {
        label: 'Co-scholastic areas and discipline',
        value: definition.areas.map(({ name }) => name).join(', ') || '–',
      },
      {
        label: 'Pass mark',
        value: definition.passPercent === null ? 'None' : `${definition.passPercent}% of each subject`,
      },
    ],
    sections,
    mayEdit: mayStaff(staff.role, 'exams:edit'),
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function SchemePage() {
  const scheme = useLoaderData<typeof loader>()
  const { id, termKey } = scheme
  const at = (section: string) => ({ section, term: termKey })
  const sections: Column<Loaded['sections'][number]>[] = [
    {
      label: 'Section',
      role: 'title',
      cell: (row) => <a href={schoolPaths.schemeCards(id, at(row.publicId))}>{row.name}</a>,
    },
    { label: 'Students', align: 'end', cell: (row) => row.students },
    { label: 'Published cards', align: 'end', cell: (row) => row.published },
    {
      label: 'Grades and remarks',
      role: 'actions',
      cell: (row) => (
        <a href={schoolPaths.schemeEntries(id, at(row.publicId))} aria-label={`Grades and remarks of ${row.name}`}>
          Grades and remarks
        </a>
      ),
    },
  ]
  const components: Column<Loaded['terms'][number]['components'][number]>[] = [
    { label: 'Component', role: 'title', cell: (row) => row.name },
    { label: 'How papers count', cell: (row) => row.rule },
    { label: 'Exams', cell: (row) => row.exams || 'None yet' },
  ]
  return (
    <>
      <PageHead
        title={scheme.name}
        context={`${scheme.context}, revision ${scheme.revision}`}
        action={scheme.mayEdit ? <ButtonLink href={schoolPaths.schemeExams(id)}>Choose exams</ButtonLink> : undefined}
      />
      <div className="stack">
        {scheme.isOld ? (
          <Alert tone="info" title={`Revision ${scheme.revision}, as cards were published by it`}>
            <p>
              The scheme has been changed since. <a href={schoolPaths.reportScheme(id)}>See it as it is now</a>
            </p>
          </Alert>
        ) : null}
        <Card title="Sections">
          {scheme.sections.length > 0 ? (
            <DataTable caption="Sections" columns={sections} rows={scheme.sections} rowKey={(row) => row.publicId} />
          ) : (
            <p>The scheme has no class with a section yet.</p>
          )}
        </Card>
        {scheme.terms.map((term) => (
          <Card key={term.name} title={term.name}>
            <div className="stack">
              <p className="soft">{term.context}</p>
              <DataTable caption={term.name} columns={components} rows={term.components} rowKey={(row) => row.name} />
            </div>
          </Card>
        ))}
        <Card title="Grades and result">
          <div className="stack">
            <DefinitionList items={scheme.facts} />
            <div className="actions">
              {scheme.mayEdit ? (
                <ButtonLink href={schoolPaths.editReportScheme(id)} variant="secondary">
                  Edit scheme
                </ButtonLink>
              ) : null}
              <ButtonLink href={schoolPaths.remarkSentences} variant="secondary">
                Sentences for remarks
              </ButtonLink>
              {scheme.mayEdit ? (
                <ButtonLink href={schoolPaths.deleteReportScheme(id)} variant="quiet">
                  Delete this scheme
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </Card>
      </div>
    </>
  )
}
