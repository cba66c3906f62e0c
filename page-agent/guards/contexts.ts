import { apply, page, toText, view } from './natives.ts'
import { options } from './options.ts'
import { guardMethod, rejected } from './replace.ts'
import { report } from './report.ts'

/** Scripts that open another browsing context get what a blocked popup gives: null. */
export function guardContexts(): void {
  if (options?.popups) return
  guardMethod(view, 'open', (_native, _self, args) => {
    report('new-context', args[0] === undefined ? '' : toText(args[0]))
    return null
  })
  // With three arguments `document.open` is another spelling of `window.open` (HTML, document.open())
  guardMethod(Document.prototype, 'open', (native, self, args) => {
    if (args.length < 3) return apply(native, self, args)
    report('new-context', toText(args[0]))
    return null
  })
  guardMethod(pictureInPicture(), 'requestWindow', () => {
    report('new-context', page.URL)
    return rejected('NotAllowedError', 'Document picture-in-picture is not available')
  })
}

function pictureInPicture(): object | undefined {
  const { DocumentPictureInPicture } = view as unknown as { DocumentPictureInPicture?: { prototype: object } }
  return DocumentPictureInPicture?.prototype
}
