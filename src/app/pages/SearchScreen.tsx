import { Link, useSearch } from '@tanstack/react-router';
import { MessageSquare } from 'lucide';
import type { FoundFile } from '../../contract/calls.ts';
import { JobFile } from '../../features/jobs/page/JobFile.tsx';
import { SearchPage } from '../../features/search/SearchPage.tsx';
import { validateSearchSearch } from '../../features/search/searchSearch.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { Time } from '../../ui/text/Time.tsx';

/** A found file, which opens in place, with its job and the message that it came with. */
function FileResult({ file }: { file: FoundFile }) {
  const openChat = useOpenChat();
  const { jobId, project, jobCode, communicationId, size, createdTimestamp } = file;
  return (
    <JobFile
      job={{ jobId, attachments: [file], deliverables: [] }}
      file={file}
      about={
        <p className="soft small">
          <Link to="/jobs/update/$jobId" params={{ jobId }}>
            <bdi>{project || jobCode || 'No job Name'}</bdi>
          </Link>{' '}
          · {fileSize(size)}
          {createdTimestamp > 0 && (
            <>
              {' · '}
              <Time seconds={createdTimestamp} />
            </>
          )}
        </p>
      }
      actions={
        communicationId && (
          <Button variant="quiet" onClick={() => openChat(jobId, communicationId)}>
            <Icon of={MessageSquare} />
            Open chat
          </Button>
        )
      }
    />
  );
}

export function SearchScreen() {
  const search = validateSearchSearch(useSearch({ strict: false }));
  return <SearchPage search={search} renderFile={(file) => <FileResult key={file.key} file={file} />} />;
}
