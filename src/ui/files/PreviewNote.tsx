import { useEffect, useState } from 'react';
import { incompleteMark } from '../../contract/files/previewSizes.ts';

/** Whether a preview lacks parts of its page: its XMP, the last part of a WebP image, says so. */
export async function isIncomplete(preview: Blob): Promise<boolean> {
  return (await preview.slice(-512).text()).includes(incompleteMark);
}

export const incompleteText = 'Preview incomplete';

type Props = { of: Blob | null | undefined; className?: string | undefined };

/** Says beside a preview that it lacks parts of its page; the document, once it is opened, says which. */
export function PreviewNote({ of, className }: Props) {
  const [lacks, setLacks] = useState(false);
  useEffect(() => {
    if (of) isIncomplete(of).then(setLacks, () => undefined);
  }, [of]);
  return lacks && <p className={className}>{incompleteText}</p>;
}
