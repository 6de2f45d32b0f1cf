/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A download keeps its own reference to the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
