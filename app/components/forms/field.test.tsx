import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RadioGroup } from './choice-groups'
import { ErrorSummary } from './error-summary'
import { PasswordField } from './password-field'
import { TextField } from './text-field'

describe('a form field', () => {
  it('links the hint and the error to the input with aria-describedby', () => {
    const html = renderToStaticMarkup(
      <TextField name="email" label="Email" hint="As the school has set it" errors={['Invalid email']} required />,
    )
    expect(html).toContain('<label for="email">')
    expect(html).toContain('required="" aria-invalid="true" aria-describedby="email-hint email-error"')
    expect(html).toContain('<p class="error" id="email-error">Invalid email</p>')
  })

  it('reserves the error line and has no aria attributes without an error', () => {
    const html = renderToStaticMarkup(<TextField name="email" label="Email" />)
    expect(html).toContain('<p class="error" id="email-error"></p>')
    expect(html).not.toContain('aria-')
  })

  it('shows the typed value', () => {
    expect(renderToStaticMarkup(<TextField name="city" label="City" defaultValue="સુરત" />)).toContain('value="સુરત"')
  })
})

it('renders a password field without its Show button, which needs JavaScript', () => {
  const html = renderToStaticMarkup(<PasswordField name="password" label="Password" autoComplete="current-password" />)
  expect(html).toContain('type="password"')
  expect(html).not.toContain('<button')
})

it('gives the first radio button of a group the id that the error summary links to', () => {
  const html = renderToStaticMarkup(
    <RadioGroup
      name="fine"
      label="Late fine"
      options={[
        { value: 'none', label: 'None' },
        { value: 'flat', label: 'Flat' },
      ]}
      defaultValue="flat"
    />,
  )
  expect(html).toContain('<input type="radio" id="fine" name="fine" value="none"/>')
  expect(html).toContain('<input type="radio" name="fine" checked="" value="flat"/>')
})

describe('ErrorSummary', () => {
  it('links each message to its field and takes the focus without JavaScript', () => {
    const html = renderToStaticMarkup(
      <ErrorSummary errors={[{ id: 'email', message: 'Invalid email' }, { message: 'Try again' }]} />,
    )
    expect(html).toContain('<a href="#email">Invalid email</a>')
    expect(html).toContain('<li>Try again</li>')
    expect(html).toMatch(/<div class="alert bad" role="alert" tabindex="-1" autofocus="">/i)
  })

  it('renders nothing without errors', () => {
    expect(renderToStaticMarkup(<ErrorSummary errors={[]} />)).toBe('')
  })
})
