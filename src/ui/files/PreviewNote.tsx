type Props = {
  /** A small picture of a file, or of its first page. */
  of: (Blob & { isIncomplete?: boolean }) | null | undefined;
  className?: string | undefined;
};

/** Says beside a preview that it lacks parts of its page; the document, once it is opened, says which. */
export function PreviewNote({ of, className = 'small soft' }: Props) {
  return of?.isIncomplete && <p className={className}>Preview incomplete</p>;
}
