import { Alert, PageHead } from '~/components/ui'

type LoadTroubleProps = Record<'title' | 'text' | 'href' | 'again', string>

/** A page that could not be loaded, with the specification's sentence and a way to try again. */
export function LoadTrouble({ title, text, href, again }: LoadTroubleProps) {
  return (
    <>
      <PageHead title={title} />
      <Alert tone="bad">
        <p>{text}</p>
        <p>
          <a className="alone" href={href}>
            {again}
          </a>
        </p>
      </Alert>
    </>
  )
}
