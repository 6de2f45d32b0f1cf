/** An e-mail address in narrow text: it breaks after its @ first. */
export function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
