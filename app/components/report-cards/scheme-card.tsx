import { Card, type Column, DataTable, DefinitionList } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { percentsOf } from '~/models/core/schools/options'
import type { SchemeCard, SubjectLine } from '~/models/learning/report-cards/card-view'
import {
  areaGradesOnCard,
  areasByKind,
  cardStateWord,
  daysOnCard,
  nameOnCard,
  resultOnCard,
} from '~/models/learning/report-cards/card-words'

type Shown = Pick<
  SchemeCard,
  'terms' | 'subjects' | 'areas' | 'isWhole' | 'year' | 'bands' | 'areaGrades' | 'schemeName'
> & { revision: number }

/** Page that shows a scheme's report card, term by term like the printed card, in the page's language. */
export function SchemeCardPage({ card }: { card: Shown }) {
  const result = resultOnCard(card)
  return (
    <div className="stack">
      {card.isWhole ? <YearTable card={card} result={result} /> : null}
      {card.terms.map((term, index) => (
        <Card key={term.endsOn} title={nameOnCard(term.name)}>
          <div className="stack">
            <DataTable
              caption={nameOnCard(term.name)}
              columns={termColumns(card, index)}
              rows={card.subjects}
              rowKey={(line) => line.name}
            />
            {areasByKind(card).map(({ title, areas }) => (
              <div key={title}>
                {areas.length === 1 && areas[0]?.name === title ? null : <h3>{title}</h3>}
                <DefinitionList
                  items={areas.map(({ name, place }) => ({ label: name, value: term.grades[place] ?? '–' }))}
                />
              </div>
            ))}
            <DefinitionList
              items={[
                { label: m.results_card_attendance(), value: term.attendance ? daysOnCard(term.attendance) : '–' },
                { label: m.cards_remarks(), value: term.remarks || '–' },
              ]}
            />
          </div>
        </Card>
      ))}
      <Scale card={card} />
      <p className="small soft">{m.cards_legend()}</p>
    </div>
  )
}

function Scale({ card }: { card: Shown }) {
  const areaGrades = areaGradesOnCard(card)
  return (
    <Card title={m.results_card_scale()}>
      <DefinitionList
        items={[
          ...card.bands.map(({ grade }, index) => ({ label: grade, value: percentsOf(card.bands, index) })),
          ...(areaGrades ? [{ label: m.cards_area_scale(), value: areaGrades }] : []),
        ]}
      />
      <p className="small soft">{m.cards_scheme({ name: card.schemeName, revision: card.revision })}</p>
    </Card>
  )
}

function termColumns({ terms }: Shown, index: number): Column<SubjectLine>[] {
  const term = terms[index]
  const cellOf = (line: SubjectLine, nth: number) => {
    const cell = line.terms[index]?.cells[nth]
    if (!cell || line.isGradedOnly) return '–'
    return cell.state === 'marks' ? cell.marks : cardStateWord(cell.state)
  }
  return [
    { label: m.exams_subject(), role: 'title', cell: (line) => line.name },
    ...(term?.components ?? []).map(
      ({ name, max }, nth): Column<SubjectLine> => ({
        label: `${nameOnCard(name)} (${max})`,
        align: 'end',
        cell: (line) => cellOf(line, nth),
      }),
    ),
    {
      label: `${m.results_total()} (${term?.outOf ?? 0})`,
      align: 'end',
      cell: (line) => {
        const termResult = line.terms[index]
        if (!termResult || line.isGradedOnly) return '–'
        if (termResult.state !== 'marks') return cardStateWord(termResult.state)
        return termResult.outOf === term?.outOf ? termResult.marks : `${termResult.marks}/${termResult.outOf}`
      },
    },
    { label: m.results_grade(), cell: (line) => line.terms[index]?.grade ?? '–' },
  ]
}

function YearTable({ card: { subjects, year }, result }: { card: Shown; result: string | null }) {
  const columns: Column<SubjectLine>[] = [
    { label: m.exams_subject(), role: 'title', cell: (line) => line.name },
    {
      label: m.results_percentage(),
      align: 'end',
      cell: (line) => (line.isGradedOnly || line.year.percent === null ? '–' : `${line.year.percent}%`),
    },
    { label: m.results_grade(), cell: (line) => line.year.grade ?? '–' },
  ]
  const total = year.percent === null ? '–' : `${year.marks} / ${year.outOf} · ${year.percent}% · ${year.grade ?? '–'}`
  return (
    <Card title={m.cards_year()}>
      <div className="stack">
        <DefinitionList
          items={[
            { label: m.results_total(), value: total },
            ...(result ? [{ label: m.cards_result(), value: result }] : []),
          ]}
        />
        <DataTable caption={m.cards_year()} columns={columns} rows={subjects} rowKey={(line) => line.name} />
      </div>
    </Card>
  )
}
