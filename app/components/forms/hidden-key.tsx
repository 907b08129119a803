/** The form's once-only key: the database takes it once, so that fifty clicks have one effect. */
export function HiddenKey({ value }: { value: string }) {
  return <input type="hidden" name="form_key" value={value} />
}
