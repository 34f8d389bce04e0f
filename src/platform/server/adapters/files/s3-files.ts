import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { assert } from '#kernel/assert.ts';
import { SECOND } from '#kernel/time.ts';
import { FILE_KEY, type Files } from '../../ports/files.ts';
import type { FilesBucket } from '../../runtime/config.ts';

/** Files in a bucket of an S3-compatible store. */
export function s3Files({ bucket, region, accessKeyId, secretAccessKey, endpoint }: FilesBucket): Files {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than Amazon's rarely have a host name for each bucket, nor the newer checksums.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5 * SECOND, requestTimeout: 30 * SECOND },
    maxAttempts: 3,
  });
  const placeOf = (key: string) => {
    assert(FILE_KEY.test(key), 'a file is stored under a key of ours');
    return { Bucket: bucket, Key: key };
  };
  return {
    async put(key, bytes, mediaType) {
      await client.send(new PutObjectCommand({ ...placeOf(key), Body: bytes, ContentType: mediaType }));
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(placeOf(key)));
        return (await Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(placeOf(key)));
    },
  };
}
