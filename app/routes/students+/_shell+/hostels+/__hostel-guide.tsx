import { ButtonLink, Card } from '~/components/ui'

type HostelGuideProps = {
  title: string
  steps: ReadonlyArray<{ title: string; text: string }>
  load: string
  loadHref: string
}

/** The welcome before the list. */
export function HostelGuide({ title, steps, load, loadHref }: HostelGuideProps) {
  return (
    <Card title={title}>
      <ol className="guide">
        {steps.map((step) => (
          <li key={step.title}>
            <strong>{step.title}</strong>
            <br />
            <span className="soft">{step.text}</span>
          </li>
        ))}
      </ol>
      <p className="actions">
        <ButtonLink href={loadHref} variant="next" icon="hostel">
          {load}
        </ButtonLink>
      </p>
    </Card>
  )
}
