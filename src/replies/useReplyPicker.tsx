import { Paperclip } from 'lucide';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { useProfile } from '../session/useSession.ts';
import { toast } from '../ui/feedback/toast.ts';
import { useAnnouncer } from '../ui/feedback/useAnnouncer.tsx';
import { OptionList, useOptions } from '../ui/form/OptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { insertText } from './insertText.ts';
import { filledIn, repliesLike, slashBefore } from './placeholders.ts';
import styles from './Replies.module.css';
import { filesOf, knownJobs, useReplies } from './useReplies.ts';
import type { ShownReply } from './waitingReplies.ts';

type Options = {
  input: RefObject<HTMLTextAreaElement | null>;
  /** The jobs that the text is about, whose fields are filled in. */
  jobIds: readonly string[];
  /** Takes the files of the chosen one, which are still to be read; without it they are left out. */
  onFiles?: (files: Promise<FoundFiles>) => void;
};

type FoundFiles = Awaited<ReturnType<typeof filesOf>>;

type Offer = { reply: ShownReply; text: string; empty: string[] };

/** What is replaced by the chosen one, and what its name must be like; `null` while none is offered. */
type Asked = { from: number; to: number; typed: string; isOnlyOffered: boolean } | null;

const none: readonly Offer[] = [];

/**
 * Offers the saved replies where a `/` is typed at the beginning of a line or of a word, and all of them by `open`. What was typed comes
 * back by the browser's undo.
 *
 * @returns `control`, `look`, `leave` and `onKeyDown` for the field; `list` for beside it; `canOpen`: there are some
 */
export function useReplyPicker({ input, jobIds, onFiles }: Options) {
  const { userName } = useProfile();
  const { replies } = useReplies();
  const [asked, setAsked] = useState<Asked>(null);
  /** Where the `/` stands whose list the user has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const { announcer, announce } = useAnnouncer();
  const offers = asked && asked.from !== closedAt ? offersLike(asked.typed) : none;
  const options = useOptions(offers, {
    choose,
    close: () => setClosedAt(asked?.from ?? null),
    isOnlyOffered: asked?.isOnlyOffered ?? false,
  });

  function offersLike(typed: string): Offer[] {
    const jobs = knownJobs(jobIds);
    return repliesLike(typed, replies).flatMap((reply) => {
      const filled = filledIn(reply.content, jobs, { userName });
      return filled ? [{ reply, ...filled }] : [];
    });
  }

  /** Reads from the field what is being typed, whatever moved the caret. */
  function look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const slash = selectionStart === selectionEnd ? slashBefore(value, selectionStart) : null;
    const next = slash && {
      from: slash.at,
      to: selectionStart,
      typed: slash.typed,
      // Who writes “and /or” and presses Enter means a new line.
      isOnlyOffered: !slash.beginsLine,
    };
    if (next?.from !== asked?.from) setClosedAt(null);
    if (next?.typed !== asked?.typed) options.restart();
    setAsked(next);
  }

  function open() {
    const field = input.current;
    if (!field) return;
    field.focus();
    setClosedAt(null);
    options.restart();
    setAsked({ from: field.selectionStart, to: field.selectionEnd, typed: '', isOnlyOffered: false });
  }

  function choose({ reply, text, empty: [first] }: Offer) {
    const field = input.current;
    if (!field || !asked) return;
    setAsked(null);
    insertText(field, asked.from, asked.to, text);
    // What the job lacks is typed in its place.
    const gap = first === undefined ? -1 : text.indexOf(first);
    if (first !== undefined && gap >= 0)
      field.setSelectionRange(asked.from + gap, asked.from + gap + first.length);
    announce(`“${reply.name}” inserted.${first === undefined ? '' : ` The job has no value for ${first}.`}`);
    if (onFiles && countOf(reply) > 0) onFiles(readFiles(reply));
  }

  async function readFiles(reply: ShownReply): Promise<FoundFiles> {
    const { files, missing } = await filesOf(reply);
    if (missing.length > 0) {
      const words = `not on this device: ${missing.join(', ')}. Add ${missing.length === 1 ? 'it' : 'them'} once you’re back online.`;
      toast(`Files of “${reply.name}” that are ${words}`, { tone: 'bad' });
    }
    return { files, missing };
  }

  const list: ReactNode = (
    <>
      <OptionList
        list={options.list}
        label="Saved replies"
        className={styles.list}
        keyOf={({ reply }) => reply.replyId}
      >
        {({ reply, text }) => (
          <span className={styles.offer}>
            <span className={styles.name}>
              <bdi>{reply.name}</bdi>
              {reply.isFirms && <span className="soft small">EV</span>}
              {onFiles && countOf(reply) > 0 && (
                <span className="soft small">
                  <Icon of={Paperclip} /> {countOf(reply)}
                </span>
              )}
            </span>
            <span className={styles.text} dir="auto">
              {text}
            </span>
          </span>
        )}
      </OptionList>
      {announcer}
    </>
  );
  return {
    control: replies.length > 0 ? options.control : undefined,
    list,
    look,
    open,
    leave: () => setAsked(null),
    onKeyDown: (event: KeyboardEvent) => options.onKeyDown(event),
    canOpen: replies.length > 0,
  };
}

function countOf({ files, record }: ShownReply): number {
  return files.length + (record?.files.length ?? 0);
}
