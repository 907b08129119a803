import type { LoaderFunctionArgs } from '@remix-run/node'
import { Alert, DefinitionList } from '~/components/ui'
import { foundOr404 } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ShownCard } from '~/kit/pages/show'
import { shownTable, showPage } from '~/kit/pages/show-page'
import { formatDay } from '~/models/core/shared/calendar'
import { examsOfScheme, findRevision } from '~/models/learning/report-cards/schemes.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { requireCards } from './__scheme-guard.server'
import { componentWords } from './__scheme-words'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Scheme')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, scope, scheme, sections, term } = await requireCards(context, request, params.id, 'exams:view')
  const requestedRevision = new URL(request.url).searchParams.get('revision') ?? ''
  const old = /^\d{1,6}$/.test(requestedRevision)
    ? foundOr404(await findRevision(scope, scheme, Number(requestedRevision)))
    : null
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

export default showPage<typeof loader>((scheme) => {
  const { id, termKey, mayEdit } = scheme
  const at = (section: string) => ({ section, term: termKey })
  return {
    title: scheme.name,
    context: `${scheme.context}, revision ${scheme.revision}`,
    action: mayEdit && { label: 'Choose exams', href: schoolPaths.schemeExams(id) },
    parts: [
      scheme.isOld && (
        <Alert tone="info" title={`Revision ${scheme.revision}, as used for published cards`}>
          <p>
            The scheme has been changed since. <a href={schoolPaths.reportScheme(id)}>See the current scheme</a>
          </p>
        </Alert>
      ),
      {
        title: 'Sections',
        content: shownTable({
          caption: 'Sections',
          rows: scheme.sections,
          columns: [
            {
              label: 'Section',
              role: 'title',
              value: 'name',
              href: (row) => schoolPaths.schemeCards(id, at(row.publicId)),
            },
            { label: 'Students', align: 'end', value: 'students' },
            { label: 'Published cards', align: 'end', value: 'published' },
            {
              label: 'Grades and remarks',
              role: 'actions',
              cell: (row) => (
                <a
                  href={schoolPaths.schemeEntries(id, at(row.publicId))}
                  aria-label={`Grades and remarks of ${row.name}`}
                >
                  Grades and remarks
                </a>
              ),
            },
          ],
          empty: 'The scheme has no class with a section yet.',
        }),
      },
      ...scheme.terms.map(
        (term): ShownCard => ({
          title: term.name,
          isSpaced: true,
          intro: <p className="soft">{term.context}</p>,
          content: shownTable({
            caption: term.name,
            rows: term.components,
            columns: [
              { label: 'Component', role: 'title', value: 'name' },
              { label: 'How papers count', value: 'rule' },
              { label: 'Exams', value: (row) => row.exams || 'None yet' },
            ],
          }),
        }),
      ),
      {
        title: 'Grades and result',
        isSpaced: true,
        content: <DefinitionList items={scheme.facts} />,
        actions: [
          mayEdit && { label: 'Edit scheme', href: schoolPaths.editReportScheme(id) },
          { label: 'Sentences for remarks', href: schoolPaths.remarkSentences },
          mayEdit && { label: 'Delete this scheme', href: schoolPaths.deleteReportScheme(id), variant: 'quiet' },
        ],
      },
    ],
  }
})
